import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleModules } from './bundle.ts'
import { copyFiles } from './copies.ts'
import { bundleDeclarations } from './declarations.ts'
import { buildExplorer } from './explorer.ts'
import type { BuildFolders } from './folders.ts'
import { licencesOf } from './licences.ts'
import { manifestOf } from './manifest.ts'
import { writeShippedChains } from './shippedChains.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Builds the package: everything in `dist/`, which is what is published. */
export async function buildPackage(): Promise<void> {
  const folders: BuildFolders = { root, output: join(root, 'dist') }
  const { output } = folders
  rmSync(output, { recursive: true, force: true })
  const modules = await bundleModules(folders)
  writeFileSync(join(output, 'package.json'), manifestOf(root))
  writeFileSync(join(output, 'THIRD_PARTY_LICENSES.txt'), licencesOf(modules, root))
  copyFiles(folders)
  await bundleDeclarations(folders)
  await buildExplorer({ root, output: join(output, 'explorer') })
  await writeShippedChains(output)
}
