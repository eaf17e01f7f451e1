import { writeFileSync } from 'node:fs'
import { docFiles } from './docTables.ts'
import { schemaFiles } from './schemaFiles.ts'

for (const [path, text] of [...schemaFiles(), ...docFiles()]) writeFileSync(path, text)
