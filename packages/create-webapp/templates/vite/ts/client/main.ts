import type { Note } from '../src/note.ts'
import { addNote, deleteNote, listNotes } from './api.ts'

const form = find('#add', HTMLFormElement)
const input = find('#text', HTMLInputElement)
const list = find('#notes', HTMLUListElement)
const problem = find('#problem', HTMLParagraphElement)

form.addEventListener('submit', (event) => {
  event.preventDefault()
  attempt(async () => {
    const note = await addNote(input.value)
    form.reset()
    list.append(itemOf(note))
  })
})

attempt(async () => {
  list.replaceChildren(...(await listNotes()).map(itemOf))
})

/** Texts are set with `textContent`, so a note cannot become markup. */
function itemOf(note: Note): HTMLLIElement {
  const item = document.createElement('li')
  const text = document.createElement('span')
  text.textContent = note.text
  const button = document.createElement('button')
  button.className = 'quiet'
  button.textContent = 'Delete'
  button.setAttribute('aria-label', `Delete “${note.text}”`)
  button.addEventListener('click', () => {
    attempt(async () => {
      await deleteNote(note.id)
      item.remove()
      input.focus()
    })
  })
  item.append(text, button)
  return item
}

/** Shows the error of an action on the page. */
async function attempt(action: () => Promise<void>): Promise<void> {
  problem.hidden = true
  try {
    await action()
  } catch (error) {
    problem.textContent = error instanceof Error ? error.message : String(error)
    problem.hidden = false
  }
}

function find<Type extends Element>(selector: string, type: { new (): Type }): Type {
  const element = document.querySelector(selector)
  if (element instanceof type) return element
  throw new Error(`index.html has no ${selector}`)
}
