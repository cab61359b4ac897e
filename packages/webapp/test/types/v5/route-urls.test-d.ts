import webapp3 from '../../../src/v3.mts'
import webapp4 from '../../../src/v4.mts'
import webapp from '../../../src/v5.mts'

const app = webapp()
const user = app.route('/users/:id', { name: 'user' })
user.url({ id: 7 })
user.url({ id: 'ann', org: 'of a mount' }, { query: { tab: 'a', tags: ['x'], none: undefined } })
user.url({ id: 7n }, { query: new URLSearchParams('a=1'), mount: '/v1' })
// @ts-expect-error: id is missing.
user.url()
// @ts-expect-error: id is missing.
user.url({})
// @ts-expect-error: another name.
user.url({ is: 7 })
// @ts-expect-error: an object is no value.
user.url({ id: {} })
// @ts-expect-error: undefined is no value.
user.url({ id: undefined })
// @ts-expect-error: an unknown option.
user.url({ id: 7 }, { hash: 'a' })

app.route('/home').url()
app.route('/list{/:page}').url()
app.route('/list{/:page}').url({ page: 2 })
// @ts-expect-error: an object is no value.
app.route('/list{/:page}').url({ page: {} })
app.route('/files/*path').url({ path: ['a', 'b'] })
app.route('/files/*path').url({ path: 'a/b' })
// @ts-expect-error: path is missing.
app.route('/files/*path').url({})

declare const path: string
app.route(path, { name: 'any' }).url({ anything: 1, list: ['a'] })
app.route(path).url()
app.route(['/a', '/b'], { name: 'list' }).url()
// @ts-expect-error: the name is a string.
app.route('/x', { name: 7 })

app.url('user', { id: 7 }, { query: { a: 1 } }).toUpperCase()
webapp.Router().url('user')
// @ts-expect-error: the name comes first.
app.url({ id: 7 })
app.remove(user).toFixed()
app.remove('user')
webapp.Router().remove(() => undefined)
// @ts-expect-error: neither a route nor a name.
app.remove(7)

const old = webapp4()
old.route('/users/:id(\\d+)/:tab?', { name: 'user' }).url({ id: 7 })
old.route('/files/*').url({ 0: ['a', 'b'] })
// @ts-expect-error: the wildcard is missing.
old.route('/files/*').url({})
// @ts-expect-error: id is missing.
old.route('/users/:id').url({ tab: 'a' })
old.remove('user')

const oldest = webapp3()
const named = oldest.namedRoute('/users/:id', { name: 'user' })
named.get((req, res) => res.send(req.params.id.toUpperCase())).put((_req, res) => res.send(204))
named.url({ id: 7 })
// @ts-expect-error: id is missing.
named.url({})
// @ts-expect-error: a name is needed.
oldest.namedRoute('/users/:id')
oldest.url('user', { id: 7 })
oldest.remove(named)
new webapp3.Router().namedRoute('/x', { name: 'x' }).get(() => undefined)
