import { greeting } from './greeting.js'
import './style.css'

const button = document.querySelector('button')
button.addEventListener('click', () => {
  button.textContent = Number(button.textContent) + 1
})

// Vite puts a changed module in the place of the old one, and keeps the state of the page.
import.meta.hot?.accept('./greeting.js', (changed) => show(changed.greeting))

function show(text) {
  document.querySelector('h1').textContent = text
}
show(greeting)
