import { install } from './register/install.ts'

install()
