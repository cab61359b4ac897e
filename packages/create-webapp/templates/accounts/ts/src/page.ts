import type { User } from './accounts/users.ts'
import { type Html, html } from './html.ts'

/** Who looks at a page. */
interface Visitor {
  readonly user?: User
  /** The token of the form that logs out. */
  readonly csrf?: string | undefined
}

/** A whole page. An error page does not know its visitor, and shows no links to accounts. */
export function page(title: string, content: Html, visitor?: Visitor): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header class="top"><a class="brand" href="/">Notes</a>
${visitor && links(visitor)}</header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text
}

function links({ user, csrf }: Visitor): Html {
  if (user === undefined) {
    return html`<nav aria-label="Account"><a href="/login">Log in</a><a href="/signup">Sign up</a></nav>
`
  }
  return html`<nav aria-label="Account"><span>${user.name}</span>
<form method="post" action="/logout"><input type="hidden" name="csrf" value="${csrf}"><button class="quiet">Log out</button></form></nav>
`
}
