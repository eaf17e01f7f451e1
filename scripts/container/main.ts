import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { packPackage } from '../rehearse/package.ts'
import { checkContainer } from './checks.ts'
import { digestOfFolder } from './digestOfFolder.ts'
import { DockerEngine } from './dockerEngine.ts'
import { FolderEngine } from './folderEngine.ts'

new Command('container')
  .description('Packs the package, builds the image of deploy/Dockerfile from it, and runs that.')
  .parse()

await run()

async function run(): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'ommer-context-'))
  const engine = DockerEngine.isAvailable() ? new DockerEngine() : new FolderEngine()
  console.log(`container: in ${engine.name}`)
  try {
    const context = join(scratch, 'context')
    cpSync('deploy', join(context, 'deploy'), { recursive: true })
    mkdirSync(join(context, 'dist'))
    const unpack = [
      '-xzf',
      packPackage(scratch).tarball,
      '--strip-components=1',
      '-C',
      join(context, 'dist'),
    ]
    execFileSync('tar', unpack)
    const first = digestOfFolder(await engine.build(context))
    const second = digestOfFolder(await engine.build(context))
    if (first !== second) throw new Error(`two builds differ: /app is ${first}, then ${second}`)
    console.log(`two builds have the same files, sha256 ${first}`)
    for (const fact of await checkContainer(await engine.start())) console.log(fact)
  } catch (error) {
    console.error(`container: ${(error as Error).message}`)
    process.exitCode = 1
  } finally {
    await engine.remove()
    rmSync(scratch, { recursive: true, force: true })
  }
}
