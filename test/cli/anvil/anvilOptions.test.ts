import { Command } from 'commander'
import { expect, it } from 'vitest'
import { anvilOptions } from '../../../src/cli/anvil/anvilOptions.ts'

it('keeps all headers of --fork-header', () => {
  const command = new Command()
  for (const option of anvilOptions.flatMap(({ options }) => options)) command.addOption(option)
  command.parse(['--fork-header', 'a: 1', '--fork-header', 'b: 2'], { from: 'user' })
  const row = anvilOptions.find(({ options }) => options[0]?.long === '--fork-header')
  expect(row?.as(command.opts().forkHeader as never)).toEqual({ forkHeader: ['a: 1', 'b: 2'] })
})

it('takes the number of a block after the URL, and says what else is wrong', () => {
  const row = anvilOptions.find(({ options }) => options[0]?.long === '--fork-url')
  const read = (url: string) => row?.as(url as never)
  expect(read('http://127.0.0.1:1@20')).toEqual({
    forkUrl: ['http://127.0.0.1:1'],
    forkBlock: '20',
  })
  for (const url of ['http://user:secret@node.example/key', 'http://u:1@localhost', 'http://a/b']) {
    expect(read(url)).toEqual({ forkUrl: [url] })
  }
  for (const url of ['http://127.0.0.1:1@xyz', 'http://a.example/key@latest', 'http://a:1@0x14']) {
    expect(() => read(url)).toThrow(
      `after @, want the number of a block, not '${url.split('@')[1]}'`,
    )
  }
})
