import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleCommonJs } from './commonJs.ts'
import { copyDeclarations } from './declarations.ts'
import { bundleEsModules } from './esModules.ts'
import { buildExplorer } from './explorer.ts'
import type { BuildFolders } from './folders.ts'
import { licencesOf } from './licences.ts'
import { writeShippedChains } from './shippedChains.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Builds the package: everything in `dist/`. */
export async function buildPackage(): Promise<void> {
  const output = join(root, 'dist')
  rmSync(output, { recursive: true, force: true })
  const modules = await bundleEsModules({ root, output })
  writeDeclarations()
  await buildExplorer({ root, output: join(output, 'explorer') })
  const required = await buildCommonJs({ root, output: join(output, 'cjs') })
  writeFileSync(
    join(output, 'THIRD_PARTY_LICENSES.txt'),
    licencesOf([...modules, ...required], root),
  )
  await writeShippedChains(output)
}

function writeDeclarations(): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: ['ignore', process.stderr, 'inherit'],
  })
}

/** @returns the paths of the bundled modules */
async function buildCommonJs(folders: BuildFolders): Promise<readonly string[]> {
  mkdirSync(folders.output)
  writeFileSync(join(folders.output, 'package.json'), '{ "type": "commonjs" }\n')
  const modules = await bundleCommonJs(folders)
  copyDeclarations(join(root, 'dist'), folders.output)
  return modules
}
