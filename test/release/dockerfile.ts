import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../harness/core/embedded.ts'

export type Instruction = { name: string; words: string }

/** From one FROM to the next. */
export type Stage = { from: string; instructions: Instruction[] }

export async function stagesOfDockerfile(): Promise<Stage[]> {
  const text = await readFile(path.join(root, 'deploy/Dockerfile'), 'utf8')
  const lines = text.replaceAll('\\\n', ' ').split('\n')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, name = '', words = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push({ from: words, instructions: [] })
    else if (name !== '') stages.at(-1)?.instructions.push({ name, words })
  }
  return stages
}

export function wordsOf({ instructions }: Stage, name: string): string[] {
  return instructions.filter((one) => one.name === name).map(({ words }) => words)
}

export type Copy = { isFromBuild: boolean; sources: string[] }

export function copiesOf(stage: Stage): Copy[] {
  return wordsOf(stage, 'COPY').map((words) => {
    const parts = words.split(/ +/)
    const isFromBuild = parts.includes('--from=build')
    return { isFromBuild, sources: parts.filter((part) => !part.startsWith('--')).slice(0, -1) }
  })
}
