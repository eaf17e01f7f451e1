/** The parts of `beautiful-mermaid` that the site uses; it is installed only in `project/`. */
export type RenderDiagram = (
  text: string,
  options: Readonly<Record<string, string | number>>,
) => string

/**
 * A Mermaid diagram as part of a page, in the colours of the page, light or dark.
 *
 * @param text in Mermaid's language
 */
export function diagram(text: string, render: RenderDiagram): string {
  const svg = render(text, {
    bg: 'var(--vp-c-bg)',
    fg: 'var(--vp-c-text-1)',
    accent: 'var(--vp-c-brand-1)',
    line: 'var(--vp-c-text-3)',
    border: 'var(--vp-c-text-3)',
    font: 'system-ui',
    padding: 4,
    layerSpacing: 24,
  })
    // The site loads nothing from elsewhere.
    .replace(/@import url\([^)]*\);/, '')
    .replace('<svg ', '<svg aria-hidden="true" ')
  // A template of Vue may not have a <style>, so the picture comes as the value of an expression.
  return `<div class="diagram" tabindex="0" role="img" aria-label="${attribute(labelOf(text))}" v-html="${attribute(JSON.stringify(svg))}"></div>\n`
}

/** The names in a diagram, for those who do not see it. */
function labelOf(text: string): string {
  const names = [...text.matchAll(/\["?([^\]"]+)"?\]/g)].map(([, name = '']) =>
    name.replaceAll('<br/>', ' '),
  )
  return `Diagram: ${[...new Set(names)].join('; ')}`
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
