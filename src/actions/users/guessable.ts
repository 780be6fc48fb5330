import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** About a day of guessing at a stolen hash, at a thousand guesses a second. */
const guessesMin = 1e8
/** The estimate takes quadratic time: 170 ms at worst for this many characters, 1.3 s for 256. */
const estimatedLengthMax = 64

let estimator: Promise<ZxcvbnFactory> | undefined

/** Loaded for the first password: 27 MB and 100 ms, for the 50,000 most common ones. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core')
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common')
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: estimatedLengthMax })
}

/** @param words names and addresses that a guesser knows about the user */
export async function isGuessable(password: string, words: readonly string[]): Promise<boolean> {
  estimator ??= loadEstimator()
  const { guesses } = (await estimator).check(password.normalize('NFKC'), [
    'quiver',
    ...words.flatMap(partsOf),
  ])
  return guesses < guessesMin
}

function partsOf(word: string): string[] {
  return [word, ...word.split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length > 2)
}
