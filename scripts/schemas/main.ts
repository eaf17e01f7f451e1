import { writeFileSync } from 'node:fs'
import { schemaFiles } from './schemaFiles.ts'

for (const [path, text] of schemaFiles()) writeFileSync(path, text)
