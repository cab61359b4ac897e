import { client } from 'webapp/client'

// The type of the routes is all that the page knows of the server: paths, parameters and bodies are
// checked by the compiler, and completed by the editor.
/** @type {import('webapp/client').Client<import('../application.js').Users>} */
const api = client('')
const params = { org: 7 }

const list = /** @type {HTMLElement} */ (document.querySelector('ul'))
const form = /** @type {HTMLFormElement} */ (document.querySelector('form'))
const problem = /** @type {HTMLElement} */ (document.querySelector('[role=alert]'))

async function showUsers() {
  const response = await api.get('/orgs/:org/users', { params, query: { limit: 100 } })
  if (response.status !== 200) return showProblem(`No list: status ${response.status}`)
  const items = response.body.map(({ name }) => {
    const item = document.createElement('li')
    item.textContent = name
    return item
  })
  list.replaceChildren(...items)
}

async function addUser() {
  const fields = new FormData(form)
  const body = { name: String(fields.get('name')), password: String(fields.get('password')) }
  const response = await api.post('/orgs/:org/users', { params, body })
  // Each status of the contract has a body of its own type; other bodies are `unknown`.
  if (response.status === 409) return showProblem(response.body.detail ?? response.body.title)
  if (response.status !== 201) return showProblem(`Not added: status ${response.status}`)
  form.reset()
  showProblem('')
  await showUsers()
}

/** @param {string} text */
function showProblem(text) {
  problem.textContent = text
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  addUser().catch((error) => showProblem(String(error)))
})
showUsers().catch((error) => showProblem(String(error)))
