import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { makeArtefacts } from './artefact.ts'

for (const { url, text } of makeArtefacts()) {
  writeFileSync(url, text)
  console.log(fileURLToPath(url))
}
