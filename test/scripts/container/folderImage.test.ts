import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { digestOfFolder } from '../../../scripts/container/digestOfFolder.ts'
import { parseDockerfile } from '../../../scripts/container/dockerfile.ts'
import { buildInFolder, inFolder, makeWritable } from '../../../scripts/container/folderImage.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const folder = temporaryFolder()
const context = join(folder, 'context')
mkdirSync(join(context, 'dist'), { recursive: true })
writeFileSync(join(context, 'dist', 'cli.js'), 'the program')
writeFileSync(join(context, 'a.txt'), 'a')

const text = `FROM node AS install
WORKDIR /app
COPY a.txt ./
RUN node -e "fs.writeFileSync('b.txt', 'b')"
COPY dist modules/dist
FROM node
COPY --from=install /app /app
ENV NODE_ENV=production XDG_CACHE_HOME=/tmp
USER 1000
EXPOSE 8545
HEALTHCHECK CMD ["node", "-e", "0"]
ENTRYPOINT ["node", "/app/modules/dist/cli.js"]
CMD ["--host", "0.0.0.0"]
`
const build = (name: string, dockerfile = text) =>
  buildInFolder(parseDockerfile(dockerfile), context, join(folder, name))

it('runs the instructions of a Dockerfile', () => {
  const { root, ...image } = build('first')
  expect(image).toEqual({
    env: { NODE_ENV: 'production', XDG_CACHE_HOME: '/tmp' },
    user: '1000',
    port: '8545',
    health: ['node', '-e', '0'],
    command: ['node', '/app/modules/dist/cli.js', '--host', '0.0.0.0'],
  })
  expect(inFolder(image.command, root).slice(1, 3)).toEqual([
    join(root, 'app/modules/dist/cli.js'),
    '--host',
  ])
  const read = (path: string) => readFileSync(join(root, 'app', path), 'utf8')
  expect(['a.txt', 'b.txt', 'modules/dist/cli.js'].map(read)).toEqual(['a', 'b', 'the program'])
  makeWritable(folder)
})

it('lets nobody write to it', () => {
  const { root } = build('second')
  const modes = ['', 'app', 'app/a.txt', 'app/modules/dist/cli.js'].map(
    (path) => statSync(join(root, path)).mode & 0o222,
  )
  expect(modes).toEqual([0, 0, 0, 0])
  makeWritable(folder)
})

it('gives the same files again, and sees others', () => {
  const [first, again, other] = [text, text, text.replace("'b')", "'c')")].map(
    (dockerfile, index) => digestOfFolder(join(build(`same${index}`, dockerfile).root, 'app')),
  )
  makeWritable(folder)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

it.each([
  ['VOLUME /data', 'VOLUME: only docker can run this instruction'],
  ['COPY --from=other a b', "COPY: there is no stage 'other'"],
  ['RUN exit 3', 'Command failed: exit 3'],
])('refuses %s', (line, message) => {
  expect(() => build(`refused ${line.slice(0, 4)}`, `FROM node\n${line}\n`)).toThrow(message)
})
