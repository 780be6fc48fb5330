import { Anchor, Button } from '@mantine/core'
import { Link } from 'wouter'
import { createWebForm, listWebForms, type WebForm } from '../../../src/contract/lists/forms/endpoints.ts'
import { showMailingList } from '../../../src/contract/lists/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useIdParam, useInOrganization, usePageParam } from '../../app/places.ts'
import { count } from '../../design/figures.ts'
import { orMore } from '../../words/audience/amounts.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty } from '../../design/states.tsx'
import { Pages, Rows, type Column } from '../../design/table.tsx'
import { formWords as words } from '../../words/audience/forms.ts'
import { NoSender } from './no-sender.tsx'

/** The web forms of a list, with their figures. */
export default function Forms() {
  const id = useIdParam('list')
  return <FormsOf listId={id} />
}

function FormsOf({ listId }: { listId: number }) {
  const may = useMay()
  const at = useInOrganization()
  const [page, turn] = usePageParam()
  const list = useCall(showMailingList, { params: { id: listId } })
  const query = { page, per_page: 50 }
  const forms = useCall(listWebForms, { params: { mailing_list_id: listId }, query }, { keep: true })
  const name = list.data?.data.name ?? ''
  const create = may(createWebForm) && (
    <Button component={Link} href={at(`/lists/${listId}/forms/new`)}>
      {words.create}
    </Button>
  )
  return (
    <Page
      title={words.title}
      lead={words.lead(name)}
      parent={{ title: name, to: at(`/lists/${listId}`) }}
      actions={create}
    >
      {list.data !== undefined && <NoSender list={list.data.data} />}
      <Panel flush>
        <Answered of={forms}>
          {({ data, paging }) =>
            data.length === 0 ? (
              <Empty {...words.empty} pageAction={create} />
            ) : (
              <>
                <Rows
                  caption={words.title}
                  columns={columnsOf((form) => at(`/lists/${listId}/forms/${form}`))}
                  rows={data}
                  keyOf={({ id }) => id}
                  isOld={forms.isPlaceholderData}
                />
                <Pages paging={paging} turn={turn} />
              </>
            )
          }
        </Answered>
      </Panel>
    </Page>
  )
}

function columnsOf(to: (id: number) => string): Column<WebForm>[] {
  const figure = (key: 'submitted' | 'confirmed' | 'pending'): Column<WebForm> => ({
    key,
    word: words[key],
    isNumber: true,
    show: ({ figures }) => orMore(count(figures[key]), key !== 'pending' || figures.pending_is_exact),
  })
  return [
    {
      key: 'name',
      word: words.name,
      show: ({ id, name }) => (
        <Anchor component={Link} href={to(id)}>
          {name}
        </Anchor>
      ),
    },
    { key: 'state', word: words.state, show: ({ active }) => words.states[active ? 'open' : 'closed'] },
    { key: 'opt_in', word: words.optIn, show: ({ opt_in }) => words.shortOptIns[opt_in] },
    figure('submitted'),
    figure('confirmed'),
    figure('pending'),
  ]
}
