import { describe, expect, it } from 'vitest'
import { repositoryUrl, version } from '../../../scripts/site/repository.ts'
import { siteLink, sitePicture } from '../../../scripts/site/siteLink.ts'

describe('siteLink', () => {
  it.each([
    ['README.md', 'docs/faults.md', '/faults.md'],
    [
      'docs/faults.md',
      'dialects.md#facts-of-nodes-and-providers',
      '/dialects.md#facts-of-nodes-and-providers',
    ],
    ['docs/start/indexers.md', '../../README.md#quick-start', '/index.md#quick-start'],
    ['docs/architecture.md', '../CONTRIBUTING.md#tests', '/contributing.md#tests'],
    ['docs/faults.md', '#rules', '#rules'],
    ['docs/faults.md', 'https://example.org/a.md', 'https://example.org/a.md'],
  ])('leads from %s by %s to the page %s', (page, href, expected) => {
    expect(siteLink(page, href)).toBe(expected)
  })

  it.each([
    ['README.md', 'LICENSE', 'blob', 'LICENSE'],
    ['docs/scaling.md', '../deploy/', 'tree', 'deploy/'],
    [
      'docs/scenarios/lost-filter.md',
      '../../scenarios/lost-filter.yaml',
      'blob',
      'scenarios/lost-filter.yaml',
    ],
    ['README.md', 'examples/indexer', 'tree', 'examples/indexer'],
  ])('leads from %s by %s to the file of the release', (page, href, kind, path) => {
    expect(siteLink(page, href)).toBe(`${repositoryUrl}/${kind}/v${version}/${path}`)
  })

  it('fails for a file that does not exist', () => {
    expect(() => siteLink('README.md', 'missing.ts')).toThrow('ENOENT')
  })
})

describe('sitePicture', () => {
  it.each([
    ['README.md', 'docs/pictures/reorg.png', './docs/pictures/reorg.svg'],
    ['docs/explorer.md', 'pictures/explorer-tree.png', './pictures/explorer-tree.png'],
    ['docs/start/indexers.md', '../pictures/reorg.svg', '../pictures/reorg.svg'],
    ['README.md', 'https://example.org/badge.svg', 'https://example.org/badge.svg'],
  ])('of %s with the source %s is %s', (page, source, expected) => {
    expect(sitePicture(page, source)).toBe(expected)
  })
})
