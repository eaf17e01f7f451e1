import { expect, it } from 'vitest'
import {
  commandOf,
  type Instruction,
  parseDockerfile,
} from '../../../scripts/container/dockerfile.ts'

const text = `# a comment
FROM --platform=$BUILDPLATFORM node:24 AS build
COPY a b \\
  target/
# between

FROM node:24
copy --from=build --link /app /app
HEALTHCHECK --interval=5s CMD ["node", "-e", "a b"]
`

it('reads stages, flags and continued lines', () => {
  expect(parseDockerfile(text)).toEqual([
    {
      image: 'node:24',
      name: 'build',
      instructions: [{ name: 'COPY', flags: {}, rest: 'a b    target/' }],
    },
    {
      image: 'node:24',
      name: undefined,
      instructions: [
        { name: 'COPY', flags: { from: 'build', link: 'true' }, rest: '/app /app' },
        { name: 'HEALTHCHECK', flags: { interval: '5s' }, rest: 'CMD ["node", "-e", "a b"]' },
      ],
    },
  ])
})

it('reads the same with the line ends of Windows', () => {
  expect(parseDockerfile(text.replaceAll('\n', '\r\n'))).toEqual(parseDockerfile(text))
})

it('reads the words of a command, and refuses one that a shell would run', () => {
  const command = (rest: string): Instruction => ({ name: 'CMD', flags: {}, rest })
  expect(commandOf(command('CMD ["node", "-e", "a b"]'))).toEqual(['node', '-e', 'a b'])
  expect(() => commandOf(command('node a'))).toThrow('CMD: want a JSON array of words, not node a')
})

it('refuses an instruction before the first FROM', () => {
  expect(() => parseDockerfile('RUN a\nFROM b\n')).toThrow('RUN comes before the first FROM')
})
