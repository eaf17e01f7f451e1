import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { absoluteLinks } from '../../../scripts/release/absoluteLinks.ts'
import { releasedVersion } from '../../../scripts/release/releasedVersion.ts'

const changelog = `# Changelog

## 0.2.0, 2027-01-31

- [one](docs/api.md)

## 0.2.0-rc.1, 2027-01-01

- a candidate

## 0.1.0, unreleased

- none yet

## 0.0.2, 2026-12-24

## 0.0.1, 2026-12-01

- the first
`

it.each([
  ['0.2.0', 'latest', '- [one](docs/api.md)'],
  ['0.2.0-rc.1', 'next', '- a candidate'],
  ['0.0.1', 'latest', '- the first'],
])('finds the section of %s', (version, npmTag, notes) => {
  expect(releasedVersion(`v${version}`, version, changelog, undefined)).toEqual({
    version,
    npmTag,
    notes,
  })
  const windows = changelog.replaceAll('\n', '\r\n')
  expect(releasedVersion(`v${version}`, version, windows, undefined).notes).toBe(notes)
})

it.each([
  ['0.2.0', '0.1.9', 'latest'],
  ['0.2.0', '0.2.0', 'latest'],
  ['0.2.0', '0.10.0', 'old'],
  ['0.2.0-rc.1', '0.10.0', 'next'],
])('of %s after %s, users get the newest: %s', (version, latest, npmTag) => {
  expect(releasedVersion(`v${version}`, version, changelog, latest).npmTag).toBe(npmTag)
})

it.each([
  ['v0.1.0', '0.2.0', 'the tag is v0.1.0, but package.json has version 0.2.0: want v0.2.0'],
  ['v0.3.0', '0.3.0', "CHANGELOG.md has no section '## 0.3.0, DATE'"],
  ['v0.1.0', '0.1.0', "CHANGELOG.md says 'unreleased' of 0.1.0: want the date, as 2027-01-31"],
  ['v0.0.2', '0.0.2', 'CHANGELOG.md says nothing of 0.0.2'],
  ['v0.2', '0.2', "CHANGELOG.md has no section '## 0.2, DATE'"],
])('refuses the tag %s of version %s', (tag, version, message) => {
  expect(() => releasedVersion(tag, version, changelog, undefined)).toThrow(message)
})

it('finds the section of this version in this changelog, once it has a date', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const dated = readFileSync('CHANGELOG.md', 'utf8').replace(', unreleased', ', 2027-01-31')
  expect(releasedVersion(`v${version}`, version, dated, undefined).notes).toMatch(
    /^The first version|^- /,
  )
})

it('makes relative links absolute, and leaves others as they are', () => {
  expect(absoluteLinks('[a](docs/a.md#b) [c](https://c.d) [e](#f)', 'https://g/blob/v1')).toBe(
    '[a](https://g/blob/v1/docs/a.md#b) [c](https://c.d) [e](#f)',
  )
})
