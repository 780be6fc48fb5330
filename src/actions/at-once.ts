import { tooManyRequests } from '../contract/api/errors.ts'

type AtOnce = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

/** The returned function throws AppError `too_many_requests` while `max` pieces of work run for one name. */
export function limitAtOnce(max: number, problem: string, retrySeconds: number): AtOnce {
  const running = new Map<string, number>()
  return async (name, work) => {
    const count = running.get(name) ?? 0
    if (count >= max) throw tooManyRequests(problem, retrySeconds)
    running.set(name, count + 1)
    try {
      return await work()
    } finally {
      const left = (running.get(name) ?? 1) - 1
      if (left === 0) running.delete(name)
      else running.set(name, left)
    }
  }
}
