/** A version that a tag releases. */
export interface ReleasedVersion {
  readonly version: string
  /** the tag of npm under which users get it: `next` for versions such as 1.0.0-rc.1, `old` for a patch of an older version */
  readonly npmTag: 'latest' | 'next' | 'old'
  /** its section of the changelog */
  readonly notes: string
}

/**
 * Checks that a tag, the version of the package and the changelog agree.
 *
 * @param tag `v` and the version
 * @param latest the version that users get now; undefined before the first
 * @throws {Error} if they do not
 */
export function releasedVersion(
  tag: string,
  version: string,
  changelog: string,
  latest: string | undefined,
): ReleasedVersion {
  if (tag !== `v${version}`) {
    throw new Error(`the tag is ${tag}, but package.json has version ${version}: want v${version}`)
  }
  const [, heading, notes = ''] = sectionOf(version, changelog) ?? []
  if (heading === undefined) throw new Error(`CHANGELOG.md has no section '## ${version}, DATE'`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(heading)) {
    throw new Error(`CHANGELOG.md says '${heading}' of ${version}: want the date, as 2027-01-31`)
  }
  if (notes.trim() === '') throw new Error(`CHANGELOG.md says nothing of ${version}`)
  return { version, npmTag: npmTagOf(version, latest), notes: notes.trim() }
}

/** What users get without asking never goes back. */
function npmTagOf(version: string, latest = version): ReleasedVersion['npmTag'] {
  if (version.includes('-')) return 'next'
  return version.localeCompare(latest, 'en', { numeric: true }) < 0 ? 'old' : 'latest'
}

/** What is behind the version in its heading, and what is below. */
function sectionOf(version: string, changelog: string): RegExpExecArray | null {
  const escaped = version.replaceAll(/[.+]/g, '\\$&')
  const text = changelog.replaceAll('\r\n', '\n')
  return new RegExp(`^## ${escaped}(?:, (.*))?$([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(text)
}
