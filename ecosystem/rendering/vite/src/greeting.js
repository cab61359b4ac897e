export const greeting = 'Hello'
