import express from 'express'
import exercise from '../exercise.cjs'

await exercise(express)
