import v5, { Router as Router5 } from 'webapp'
import v3, { Router as Router3 } from 'webapp/v3'
import v4, { Router as Router4 } from 'webapp/v4'

export default {
  '5.x': { face: v5, Router: Router5 },
  '4.x': { face: v4, Router: Router4 },
  '3.x': { face: v3, Router: Router3 },
}
