import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

interface Workflow {
  readonly jobs: { readonly npm: { readonly steps: readonly { name?: string; run?: string }[] } }
}

const { jobs } = parse(readFileSync('.github/workflows/release.yml', 'utf8')) as Workflow
const step = jobs.npm.steps.find(({ name }) => name === 'Publish')?.run as string

/** A registry that has at most one version, and npm for it. */
const NPM = `#!/bin/sh
case $1 in
  view) test -f "$REGISTRY/ommer-1.0.0.tgz" && echo 1.0.0 ;;
  pack) cp "$REGISTRY/ommer-1.0.0.tgz" "$5" ;;
  publish) cp "$2" "$REGISTRY" && echo "published $*" ;;
esac
`

/** Packs a package of one file, as npm does. */
function pack(folder: string, text: string): void {
  mkdirSync(join(folder, 'package'), { recursive: true })
  writeFileSync(join(folder, 'package', 'index.js'), text)
  execFileSync('tar', ['-czf', 'ommer-1.0.0.tgz', 'package'], { cwd: folder })
}

/** Runs the step as a runner does, with the release of the job before in its folder. */
function publish(registry: string): { status: number | null; stdout: string } {
  const job = temporaryFolder()
  pack(join(job, 'release'), 'tested')
  const bin = join(job, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'npm'), NPM)
  chmodSync(join(bin, 'npm'), 0o755)
  const PATH = `${bin}${delimiter}${process.env.PATH}`
  const env = { ...process.env, PATH, REGISTRY: registry, VERSION: '1.0.0', TAG: 'latest' }
  const { status, stdout } = spawnSync('bash', ['-e', '-c', step], {
    cwd: job,
    env,
    encoding: 'utf8',
  })
  return { status, stdout }
}

// The step is for a runner with Linux.
describe.skipIf(process.platform === 'win32')('the step that publishes to npm', () => {
  it('publishes a version once, and passes when the workflow runs again', () => {
    const registry = temporaryFolder()
    const first = publish(registry)
    expect([first.status, first.stdout]).toEqual([
      0,
      'published publish ./release/ommer-1.0.0.tgz --provenance --access public --tag latest\n',
    ])
    expect(publish(registry)).toEqual({ status: 0, stdout: '' })
  })

  it('fails if the registry has the version with other files', () => {
    const registry = temporaryFolder()
    pack(registry, 'something else')
    const kept = join(registry, 'kept')
    cpSync(join(registry, 'ommer-1.0.0.tgz'), kept)
    const { status, stdout } = publish(registry)
    expect(status).toBe(1)
    expect(stdout).toMatch(/^Files .*index\.js differ$/m)
    expect(readFileSync(join(registry, 'ommer-1.0.0.tgz'))).toEqual(readFileSync(kept))
  })
})
