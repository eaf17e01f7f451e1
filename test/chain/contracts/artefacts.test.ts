import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeArtefacts } from '../../../scripts/contracts/artefact.ts'

test('the committed artefacts are what `npm run contracts` makes', () => {
  const artefacts = makeArtefacts()

  expect(artefacts.length).toBeGreaterThan(7)
  for (const { url, text } of artefacts) expect(readFileSync(url, 'utf8')).toBe(text)
})
