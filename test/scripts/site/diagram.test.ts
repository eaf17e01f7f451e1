import { expect, it } from 'vitest'
import { diagram } from '../../../scripts/site/diagram.ts'

it('puts the picture into a page without a style element or an address elsewhere', () => {
  const html = diagram('flowchart LR\n  a["one<br/>& two"] --> b[three]', (text) => {
    const lines = text.split('\n').length
    return `<svg width="${lines}"><style>@import url('https://fonts.example/x'); text { }</style></svg>`
  })
  expect(html).toBe(
    '<div class="diagram" tabindex="0" role="img" aria-label="Diagram: one &amp; two; three" v-html="' +
      '&quot;&lt;svg aria-hidden=\\&quot;true\\&quot; width=\\&quot;2\\&quot;>&lt;style> text { }&lt;/style>&lt;/svg>&quot;' +
      '"></div>\n',
  )
})
