import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { deleteSegment } from '../../src/contract/segments/endpoints.ts'
import { useChange } from '../app/api.ts'
import { useInOrganization } from '../app/places.ts'
import { Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { segmentWords } from '../words/audience/segments.ts'

const words = segmentWords.remove

export function RemoveSegment({ id, name }: { id: number; name: string }) {
  const [isSure, setSure] = useState(false)
  const [, go] = useLocation()
  const at = useInOrganization()
  const remove = useChange(deleteSegment, { done: () => go(at('/segments')) })
  return (
    <Panel title={words.title}>
      {remove.isError && <Failure error={remove.error} />}
      {isSure ? (
        <Group>
          <Button variant="default" onClick={() => setSure(false)} autoFocus>
            {words.keep}
          </Button>
          <Button
            variant="outline"
            color="var(--quiver-danger)"
            loading={remove.isPending}
            onClick={() => remove.mutate({ params: { id } })}
          >
            {words.sure(name)}
          </Button>
        </Group>
      ) : (
        <Button variant="outline" color="var(--quiver-danger)" onClick={() => setSure(true)}>
          {words.begin(name)}
        </Button>
      )}
    </Panel>
  )
}
