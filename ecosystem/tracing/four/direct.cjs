require('../exercise.cjs')(require('webapp/v4'))
