import webapp from 'webapp/v5'
import exercise from '../exercise.cjs'

await exercise(webapp)
