import webapp from 'webapp/v4'
import exercise from '../exercise.cjs'

await exercise(webapp)
