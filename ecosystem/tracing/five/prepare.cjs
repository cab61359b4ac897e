require('express')
