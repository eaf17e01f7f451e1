import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

interface Report {
  readonly diagnostics: readonly {
    readonly severity: string
    readonly message: string
    readonly category: string
    readonly location: { readonly path: string }
  }[]
}

/**
 * Lints files as if they were in this repository, in their own folder: biome does not name the rule for a file on
 * standard input, and starts anew for each.
 *
 * @param files text by path
 * @returns the problems of each, as `category: message`
 */
export function lint(files: ReadonlyMap<string, string>): Map<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ommer-lint-'))
  try {
    for (const name of ['biome.json', 'package.json']) cpSync(name, join(folder, name))
    for (const name of ['node_modules', 'scripts']) symlinkSync(resolve(name), join(folder, name))
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const { stdout } = spawnSync(
      process.execPath,
      [
        resolve('node_modules/@biomejs/biome/bin/biome'),
        'lint',
        '--reporter=json',
        '--max-diagnostics=none',
        'src',
      ],
      { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 },
    )
    const errors = new Map([...files.keys()].map((path) => [path, [] as string[]]))
    for (const { severity, category, message, location } of (JSON.parse(stdout) as Report)
      .diagnostics) {
      // biome reports a plugin that it cannot run only as `info`.
      if (severity === 'error' || category === 'plugin') {
        errors.get(location.path)?.push(`${category}: ${message}`)
      }
    }
    return errors
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
