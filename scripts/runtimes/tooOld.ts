import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../build/built.ts'

/** What a Node that is too old prints of the package. */
interface Refusal {
  /** how the package was used: `import ./dist/index.js` */
  readonly use: string
  /** the line that names the error */
  readonly line: string
  readonly isPassed: boolean
}

interface Manifest {
  readonly bin: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string | Entry>>
}

interface Entry {
  readonly default: string
}

const WANTED = /^(?:error|Error): ommer needs Node\.js .*; this is v\d/

/**
 * Runs each command of the built package, and imports and requires each entry, under a Node that is too old.
 *
 * @param folder of its binary
 */
export function refusalsOf(folder: string): readonly Refusal[] {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8')
  const { bin, exports } = JSON.parse(text) as Manifest
  // The package of the test runner is loaded before ours, and may be too new, too.
  const entries = Object.values(exports).filter((entry) => typeof entry === 'object')
  const uses = [
    ...Object.values(bin).map((path) => [path]),
    ...entries.flatMap((entry) => [
      ['--input-type=module', '-e', `import './${join(entry.default)}'`],
      ['-e', `require('./${join(entry.default)}')`],
    ]),
  ]
  return uses.map((args) => {
    const { stderr } = spawnSync(join(folder, 'node'), args, {
      cwd: packageFolder,
      encoding: 'utf8',
    })
    const line = stderr.split('\n').find((each) => /^\w*error: /i.test(each)) ?? ''
    return { use: args.at(-1) as string, line, isPassed: WANTED.test(line) }
  })
}
