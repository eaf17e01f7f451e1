import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const repositoryFolder = fileURLToPath(new URL('../..', import.meta.url))

const manifest = JSON.parse(readFileSync(join(repositoryFolder, 'package.json'), 'utf8')) as {
  readonly version: string
  readonly repository: { readonly url: string }
}

/** The version that the site describes. */
export const { version } = manifest

/** The address of the repository, without a slash at its end. */
export const repositoryUrl = manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '')

/** The path at which GitHub Pages serves the site of the repository. */
export const defaultBase = `/${repositoryUrl.split('/').at(-1)}/`
