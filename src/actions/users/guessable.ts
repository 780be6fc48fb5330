import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** About a day of guessing at a stolen hash, at a thousand guesses a second. */
const guessesMin = 1e8
/** The estimate takes quadratic time: 170 ms at worst for this many characters, 1.3 s for 256. */
const estimatedLengthMax = 64

let estimator: ZxcvbnFactory | undefined

/** @param words names and addresses that a guesser knows about the user */
export function isGuessable(password: string, words: readonly string[]): boolean {
  // 9 MB and 100 ms, for the 50,000 most common passwords.
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: estimatedLengthMax })
  const { guesses } = estimator.check(password.normalize('NFKC'), ['quiver', ...words.flatMap(partsOf)])
  return guesses < guessesMin
}

function partsOf(word: string): string[] {
  return [word, ...word.split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length > 2)
}
