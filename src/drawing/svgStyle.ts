/** The colours of a scheme, by the class that they are for. */
const light = {
  background: '#f8f8f6',
  surface: '#ffffff',
  ink: '#1b1d22',
  muted: '#5a606a',
  line: '#8b9099',
  accent: '#3451d1',
  onAccent: '#ffffff',
  uncle: '#9a5b00',
  side: '#8a3f86',
}

const dark: typeof light = {
  background: '#111316',
  surface: '#191c20',
  ink: '#e8eaed',
  muted: '#a0a8b3',
  line: '#6b7480',
  accent: '#8fa5ff',
  onAccent: '#10131c',
  uncle: '#e9ac4f',
  side: '#d99ad6',
}

/** Viewers of SVG files know neither `light-dark()` nor variables everywhere, so every rule names its colour. */
function coloured(scheme: typeof light): string {
  return [
    `.background{fill:${scheme.background}}`,
    `.card{fill:${scheme.surface};stroke:${scheme.accent}}`,
    `.uncle .card{stroke:${scheme.uncle}}`,
    `.side .card{stroke:${scheme.side}}`,
    `.pending .card{fill:none;stroke:${scheme.line}}`,
    `.pending .number{fill:${scheme.muted}}`,
    `.parent{stroke:${scheme.line}}`,
    `path.uncle{stroke:${scheme.uncle}}`,
    `.arrow{fill:${scheme.uncle}}`,
    `.number{fill:${scheme.ink}}`,
    `.detail,.note,.key{fill:${scheme.muted}}`,
    `.pill{fill:${scheme.accent}}`,
    `.flag{fill:${scheme.onAccent}}`,
  ].join('')
}

/** The style sheet of a picture: kinds of blocks differ by their lines, too, and not only by colour. */
export const STYLE = [
  'text{font-family:system-ui,sans-serif;text-anchor:middle}',
  '.number{font-size:15px;font-weight:600}',
  '.detail,.note{font-size:11px}',
  '.flag{font-size:11px;font-weight:600}',
  '.key{font-size:12px;text-anchor:start;white-space:pre}',
  '.card{stroke-width:2}',
  '.uncle .card{stroke-dasharray:6 4}',
  '.side .card{stroke-dasharray:2 3}',
  'path{fill:none;stroke-width:2}',
  '.pending .card,.pending .parent{stroke-dasharray:3 3;stroke-width:1}',
  '.arrow{stroke:none}',
  'path.uncle{stroke-dasharray:6 4}',
  coloured(light),
  `@media (prefers-color-scheme:dark){${coloured(dark)}}`,
].join('')
