import { DEV_PATH, HOLDING } from './settings.ts'

/**
 * The script in open pages. It loads the page again if the program was started anew. Only visible
 * pages keep a connection, because a browser opens no more than six to one server.
 */
export const RELOAD_SCRIPT = `(() => {
  let boot = document.currentScript && document.currentScript.dataset.boot
  let source
  const open = () => {
    if (source || document.visibilityState === 'hidden') return
    source = new EventSource('${DEV_PATH}events')
    source.onmessage = ({ data }) => {
      const event = JSON.parse(data)
      // A page without a boot is one of the program, which ended before this script connected.
      const isNew = boot ? event.boot !== boot : event.boot === '${HOLDING}'
      if (event.url) location.assign(event.url)
      else if (event.reload || isNew) location.reload()
      else boot = event.boot
    }
    source.onerror = () => {
      if (source && source.readyState === EventSource.CLOSED) {
        close()
        setTimeout(open, 500)
      }
    }
  }
  const close = () => {
    if (source) source.close()
    source = undefined
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') close()
    else open()
  })
  addEventListener('pagehide', close)
  addEventListener('pageshow', open)
  open()
})()
`
