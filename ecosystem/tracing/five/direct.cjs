require('../exercise.cjs')(require('webapp/v5'))
