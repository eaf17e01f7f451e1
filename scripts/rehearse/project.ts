import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeDocsProject, writeDocsTests } from './docsProject.ts'
import type { Manager } from './managers.ts'

const templates = fileURLToPath(new URL('projects', import.meta.url))

/** Tests that run under several test runners. */
const suite = fileURLToPath(new URL('suite', import.meta.url))
const suiteProjects = ['jest', 'mocha', 'node-test', 'vitest']

/** The projects that use the package, one for each folder of `projects/`. */
export const projectNames: readonly string[] = readdirSync(templates)

export interface ProjectRun {
  /** its output if it failed; undefined if it passed */
  readonly complaint: string | undefined
  readonly seconds: number
}

/**
 * Installs the package by its name in a project, and runs the tests of the project.
 *
 * @param registry where the package is published
 * @param folder of the project, which does not exist yet
 */
export function runProject(
  project: string,
  manager: Manager,
  version: string,
  registry: string,
  folder: string,
): ProjectRun {
  cpSync(join(templates, project), folder, { recursive: true })
  if (suiteProjects.includes(project)) cpSync(suite, join(folder, 'suite'), { recursive: true })
  const manifest = join(folder, 'package.json')
  const template = JSON.parse(readFileSync(manifest, 'utf8'))
  template.devDependencies.ommer = version
  writeFileSync(manifest, JSON.stringify(template))
  for (const [name, text] of Object.entries(manager.settings(registry))) {
    writeFileSync(join(folder, name), text)
  }
  if (project === 'docs') writeDocsProject(folder)
  if (project === 'jest' || project === 'mocha') writeDocsTests(folder, project)
  const start = performance.now()
  const complaint = run(manager.install, folder) ?? run('npm test --silent', folder)
  return { complaint, seconds: (performance.now() - start) / 1000 }
}

/** @returns its output if it failed */
function run(command: string, cwd: string): string | undefined {
  const { status, stdout, stderr } = spawnSync(command, { cwd, shell: true, encoding: 'utf8' })
  return status === 0 ? undefined : `${command}\n${stdout}${stderr}`
}
