/** The styles and the script of an entry, and the modules that the script imports. */
export function tagsOf(manifest, entry, base = '/') {
  const styles = new Set()
  const modules = new Set()
  const visit = ({ file, css = [], imports = [] }) => {
    if (modules.has(file)) return
    modules.add(file)
    for (const name of imports) visit(manifest[name])
    for (const style of css) styles.add(style) // after those of what it imports
  }
  visit(manifest[entry])
  const [script, ...imported] = modules
  return [
    `<script type="module" src="${base}${script}"></script>`,
    ...imported.map((file) => `<link rel="modulepreload" href="${base}${file}">`),
    ...[...styles].map((file) => `<link rel="stylesheet" href="${base}${file}">`),
  ].join('\n    ')
}
