import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The package's folder of scenarios, which is among the built modules and beside the sources. */
function packagedFolder(): URL {
  const isSource = import.meta.url.endsWith('.ts')
  return new URL(isSource ? '../../scenarios/' : './scenarios/', import.meta.url)
}

/** The names of the scenarios of the package; none where a bundle has left them out. */
export function packagedNames(): readonly string[] {
  try {
    const files = readdirSync(packagedFolder())
    return files.flatMap((file) => /^(.+)\.yaml$/.exec(file)?.[1] ?? []).toSorted()
  } catch {
    return []
  }
}

/** The path of a scenario of the package; undefined if `name` is none. Paths with a folder or an ending are never names. */
export function packagedScenario(name: string): string | undefined {
  // Not whether a file exists: some systems ignore case in its name.
  if (!/^[\w-]+$/.test(name) || !packagedNames().includes(name)) return undefined
  return fileURLToPath(new URL(`${name}.yaml`, packagedFolder()))
}
