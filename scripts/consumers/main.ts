import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Argument, Command, Option } from 'commander'
import { packPackage } from './package.ts'
import { type Manager, managers, projectNames, runProject } from './project.ts'

const command = new Command('consumers')
  .description('Packs the package, installs it in projects of several kinds, and runs their tests.')
  .addArgument(new Argument('[projects...]', 'by default all').choices(projectNames))
  .addOption(new Option('--manager <name>', 'by default both').choices(managers))
  .parse()
const chosen = command.args.length === 0 ? projectNames : command.args
const { manager } = command.opts<{ readonly manager?: Manager }>()

const scratch = mkdtempSync(join(tmpdir(), 'ommer-consumers-'))
try {
  const tarball = packPackage(scratch)
  for (const project of chosen) {
    for (const each of manager === undefined ? managers : [manager]) {
      const { complaint, seconds } = runProject(project, each, tarball, scratch)
      const result = complaint === undefined ? 'passed' : 'failed'
      console.log(
        `${project.padEnd(12)} ${each.padEnd(5)} ${result} ${seconds.toFixed(0).padStart(4)} s`,
      )
      if (complaint === undefined) continue
      console.error(complaint)
      process.exitCode = 1
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
