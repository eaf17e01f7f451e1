import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contractNames, makeArtefact } from '../../../scripts/contracts/artefact.ts'
import { sized } from '../../support/sized.ts'

/** Compiling all of them takes long; the small ones show that compiler and settings match. */
const names = sized(['Logger', 'Mortal'], contractNames)

test.each(names)(
  'the committed artefact of %s equals the output of `npm run contracts`',
  (name) => {
    const { url, text } = makeArtefact(name)
    expect(readFileSync(url, 'utf8')).toBe(text)
  },
)
