import { useEffect, useRef, useState } from 'react'

/** Over how long the pace is measured: shorter is restless, longer is late. */
const windowMs = 30_000

type Sample = { atMs: number; done: number }

/** @returns how many a minute, from what has been seen while the page was open; null while that is too little. */
export function usePerMinute(done: number, isRunning: boolean): number | null {
  const samples = useRef<Sample[]>([])
  const [rate, setRate] = useState<number | null>(null)
  useEffect(() => {
    if (!isRunning) {
      samples.current = []
      setRate(null)
      return
    }
    const atMs = performance.now()
    samples.current = [...samples.current.filter((sample) => atMs - sample.atMs < windowMs), { atMs, done }]
    setRate(rateOf(samples.current))
  }, [done, isRunning])
  return rate
}

function rateOf(samples: readonly Sample[]): number | null {
  const [first] = samples
  const last = samples.at(-1)
  if (first === undefined || last === undefined || last.atMs - first.atMs < 1_000) return null
  return Math.round((60_000 * (last.done - first.done)) / (last.atMs - first.atMs))
}

const milestones = [25, 50, 75, 100]

/** @returns the last quarter that was passed while the page was open: what a screen reader says. */
export function useMilestone(done: number, total: number): number | null {
  const share = total === 0 ? 0 : Math.floor((100 * done) / total)
  const passed = milestones.filter((milestone) => share >= milestone).at(-1) ?? 0
  const [began] = useState(passed)
  return passed > began ? passed : null
}
