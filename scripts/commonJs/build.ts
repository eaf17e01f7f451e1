import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.ts'
import { copyDeclarations } from './declarations.ts'
import { licencesOf } from './licences.ts'

/** Adds the CommonJS bundles to `dist/`, into which tsc has written the ES modules. */
export async function buildCommonJs(): Promise<void> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const modules = join(root, 'dist')
  const folders = { root, modules, output: join(modules, 'cjs') }
  rmSync(folders.output, { recursive: true, force: true })
  mkdirSync(folders.output)
  writeFileSync(join(folders.output, 'package.json'), '{ "type": "commonjs" }\n')
  const metafiles = await bundle(folders)
  copyDeclarations(folders)
  writeFileSync(join(folders.output, 'THIRD_PARTY_LICENSES.txt'), licencesOf(metafiles, root))
}
