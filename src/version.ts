import { readFileSync } from 'node:fs'

const packageJson = readFileSync(new URL('../package.json', import.meta.url), 'utf8')

/** The version of this package. */
export const version: string = JSON.parse(packageJson).version
