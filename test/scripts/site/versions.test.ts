import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { linkVersions, versionsIn } from '../../../scripts/site/versions.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const folder = temporaryFolder()

/** A site with these versions, each of which has three pages. */
function siteOf(name: string, ...versions: readonly string[]): string {
  const site = join(folder, name)
  for (const version of [...versions, 'assets']) {
    mkdirSync(join(site, version, 'start'), { recursive: true })
    for (const page of ['index.html', 'start/indexers.html', '404.html']) {
      writeFileSync(join(site, version, page), `${page} of ${version}`)
    }
  }
  return site
}

describe('versionsIn', () => {
  it('lists versions by number, newest first, and what precedes a release after it', () => {
    const site = siteOf('order', '0.9.0', '1.0.0-rc.10', '0.10.1', '1.0.0', '1.0.0-rc.2')
    expect(versionsIn(site)).toEqual(['1.0.0', '1.0.0-rc.10', '1.0.0-rc.2', '0.10.1', '0.9.0'])
  })
})

describe('linkVersions', () => {
  it('leads from latest/ and the first page to the newest release', () => {
    const site = siteOf('linked', '0.9.0', '0.10.0', '1.0.0-rc.1')
    expect(linkVersions(site)).toBe('0.10.0')
    const read = (path: string) => readFileSync(join(site, path), 'utf8')
    expect(read('latest/index.html')).toContain(`location.replace('../0.10.0/' + location.hash)`)
    expect(read('latest/start/indexers.html')).toContain('href="../../0.10.0/start/indexers.html"')
    expect(read('index.html')).toContain('href="latest/"')
    expect(read('404.html')).toBe('404.html of 0.10.0')
    expect(JSON.parse(read('versions.json'))).toEqual(['1.0.0-rc.1', '0.10.0', '0.9.0'])
  })

  it('leaves no page of an older version in latest/', () => {
    const site = siteOf('again', '0.1.0')
    mkdirSync(join(site, 'latest'))
    writeFileSync(join(site, 'latest', 'removed.html'), '')
    linkVersions(site)
    expect(() => readFileSync(join(site, 'latest', 'removed.html'))).toThrow('ENOENT')
  })

  it('leads to what precedes the first release if there is no release', () => {
    expect(linkVersions(siteOf('first', '0.1.0-rc.1', '0.1.0-rc.2'))).toBe('0.1.0-rc.2')
  })
})
