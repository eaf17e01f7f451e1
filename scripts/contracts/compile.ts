import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contractNames, makeArtefact } from './artefact.ts'

for (const { url, text } of contractNames.map(makeArtefact)) {
  writeFileSync(url, text)
  console.log(fileURLToPath(url))
}
