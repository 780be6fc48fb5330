import { serialize } from 'node:v8'
import { Liquid } from 'liquidjs'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../contract/api/errors.ts'
import type { MergeField, MergeValues } from '../codes.ts'
import { compileContent, renderContent, type Content } from '../content.ts'
import { engine } from './engine.ts'

const field = (id: number, name: string, field_type: MergeField['field_type'] = 'text'): MergeField => ({
  id,
  name,
  field_type,
  interpolation_html_encode: true,
  interpolation_url_encode: true,
})
const fields = [
  field(1, 'First name'),
  field(2, 'Interests', 'select_multiple_checkboxes'),
  field(3, 'Points', 'number'),
  field(4, 'Born', 'date'),
]

type Given = { values?: MergeValues['subscriber']['customFields']; data?: Record<string, unknown> }

function valuesOf({ values = {}, data = {} }: Given): MergeValues {
  return {
    subscriber: {
      id: 7,
      email: 'anna@example.com',
      subscribeTime: null,
      subscribeIp: null,
      customFields: values,
    },
    list: { id: 1, name: 'News' },
    campaign: { id: 9, name: 'May' },
    delivery: { fromEmail: 'a@example.com', fromName: 'Acme', senderEmail: '', replyTo: '' },
    links: {
      unsubscribe: 'https://q.example/u/1',
      unsubscribeToken: 'token',
      webVersion: 'https://q.example/w/1',
      preferences: 'https://q.example/p/1',
    },
    replacements: data,
    now: new Date('2026-11-29T23:30:00Z'),
    zone: 'Europe/Berlin',
  }
}

const blank = { htmlHeader: '', htmlFooter: '', textHeader: '', textFooter: '' }

function send(content: Partial<Content>, given: Given = {}) {
  const whole: Content = {
    language: 'liquid',
    format: 'both',
    subject: '',
    html: '',
    text: '',
    fromName: 'Acme',
    fromEmail: 'a@example.com',
    senderEmail: '',
    replyTo: '',
    organization: blank,
    customHeaders: [],
    ...content,
  }
  const compiled = compileContent(whole, fields, { links: true, opens: false })
  const urls = { click: (link: number) => `https://q.example/c/${link}`, open: '' }
  return { ...renderContent(compiled, valuesOf(given), urls), links: compiled.html?.links ?? [] }
}

const html = (source: string, given: Given = {}) => send({ html: source }, given).html

describe('defaults of codes', () => {
  const codes = (source: string, given: Given = {}) =>
    send(
      { language: 'codes', html: source, subject: source, text: source, customHeaders: [`X-A: ${source}`] },
      given,
    )

  test('the words after the bar stand in every part where the value is blank', () => {
    for (const values of [{}, { '1': '' }, { '1': '  ' }]) {
      const sent = codes('Dear %%First name|friend%%', { values })
      expect([sent.html, sent.subject, sent.text, sent.headers[0]?.value]).toEqual(
        Array.from({ length: 4 }, () => 'Dear friend'),
      )
    }
    expect(codes('Dear %%first_name|friend%%', { values: { '1': 'Anna' } }).html).toBe('Dear Anna')
  })

  test('values of a call have them too', () => {
    expect(codes('%%api:order|none%%').html).toBe('none')
    expect(codes('%%api:order|none%%', { data: { order: '12' } }).html).toBe('12')
  })

  test('what was no code stays as it is', () => {
    for (const text of ['100 %%|friend%%', '%%Nobody|friend%%', '%% First name', '%%First name | a\n%'])
      expect(codes(text).text).toBe(text)
  })

  test('braces in a content of codes are text', () => {
    expect(codes('{{ person.first_name }}{% if %}').text).toBe('{{ person.first_name }}{% if %}')
  })
})

describe('Liquid', () => {
  test('values, defaults, conditions, cases and loops', () => {
    const source =
      '{{ person.first_name | default: "friend" }}|{% if person.points > 9 %}many{% elsif person.points %}few{% else %}none{% endif %}|' +
      '{% case list.name %}{% when "News" %}N{% else %}-{% endcase %}|{% for one in person.interests %}{{ forloop.index }}{{ one }} {% endfor %}'
    expect(html(source)).toBe('friend|none|N|')
    expect(html(source, { values: { '1': 'Anna', '2': ['Art', 'Sport'], '3': 3 } })).toBe(
      'Anna|few|N|1Art 2Sport ',
    )
    expect(html(source, { values: { '3': 10 } })).toContain('many')
  })

  test('loops over the data of a call', () => {
    const data = {
      items: [
        { name: 'Tea', price: 3.5 },
        { name: 'Cup', price: 1234 },
      ],
    }
    const source =
      '{% for item in data.items %}{{ item.name }} {{ item.price | number: 2, "de" }};{% endfor %}'
    expect(html(source, { data })).toBe('Tea 3,50;Cup 1.234,00;')
  })

  test('what does not go through the engine reads the same as in the engine', () => {
    const data = {
      rows: [
        { name: 'Ann', size: 'own', price: 2.5, tags: ['a', 'b'] },
        { name: '', first: 'own', price: 0, tags: [] },
      ],
      word: ' two words ',
      none: null,
      no: false,
      yes: true,
      empty: '',
    }
    const templates = [
      '{{ data.rows.size }} {{ data.rows.first.name }} {{ data.rows[0].size }} {{ data.rows[1].first }} {{ data.word.size }}',
      '{% for row in data.rows %}{{ forloop.index }}/{{ forloop.length }} {{ row.name | default: "x" }}{% unless forloop.last %}, {% endunless %}{% endfor %}',
      '{% for row in data.rows %}{% for tag in row.tags %}{% if tag == "b" %}{% break %}{% endif %}{{ tag }}{% endfor %};{% endfor %}',
      '{% for row in data.rows %}{% if row.name == "" %}{% continue %}{% endif %}{{ row.name }}{% else %}none{% endfor %}',
      '{% for row in data.rows reversed limit: 1 %}{{ row.price }}{% endfor %}{% for row in data.none %}{% else %}none{% endfor %}',
      '{% capture said %}{% for n in (1..3) %}{{ n }}{% endfor %}{% endcapture %}[{{ said }}]{{ said.size }}',
      '{% assign price = data.rows[0].price | times: 2 %}{{ price }}{% if price > 4 %} much{% endif %}{% if price == 5 %}!{% endif %}',
      '{% if data.empty %}a{% endif %}{% if data.none %}b{% endif %}{% if data.no %}c{% else %}d{% endif %}{% if data.yes == true %}e{% endif %}{% if data.missing == nil %}f{% endif %}',
      '{{ data.word | strip }}|{{ data.word | strip: " t" }}|{{ data.empty | strip }}|{{ data.none | default: "n" }}|{{ data.no | default: "f", allow_false: true }}|{{ data.empty | default: "e" }}',
      '{% case data.rows[0].name %}{% when "Ann" %}A{% else %}B{% endcase %}{% unless data.rows == empty %}some{% endunless %}',
    ]
    const plain = new Liquid({ ownPropertyOnly: true })
    for (const text of templates) {
      expect(send({ format: 'text', text }, { data }).text).toBe(plain.parseAndRenderSync(text, { data }))
    }
  })

  test('a message without wide signs takes one byte for each, though its template was masked', () => {
    const html = '<p>Grüße, {{ person.first_name }} <a href="https://a.example/">x</a></p>'
    const sent = send({ html }, { values: { 1: 'Ann' } })
    // How V8 says that it keeps a text in one byte for each sign.
    expect(String.fromCodePoint(serialize(sent.html)[2] ?? 0)).toBe('"')
  })

  test('a day is that day in every zone, and a time is one of the organization', () => {
    const values = { '4': '2026-03-01' }
    expect(html('{{ person.born | date: "%d.%m.%Y" }} {{ now | date: "%d %H:%M" }}', { values })).toBe(
      '01.03.2026 30 00:30',
    )
  })

  test('plurals, also by the rules of a language', () => {
    const source = '{{ person.points | plural: "book", "books" }}'
    expect([1, 2].map((points) => html(source, { values: { '3': points } }))).toEqual(['book', 'books'])
    const polish = '{{ person.points | plural: language: "pl", one: "plik", few: "pliki", many: "plików" }}'
    expect([1, 3, 5].map((points) => html(polish, { values: { '3': points } }))).toEqual([
      'plik',
      'pliki',
      'plików',
    ])
  })

  test('codes work in it, so that headers and footers of the organization do', () => {
    const organization = { ...blank, htmlFooter: '<p>%%unsubscribe_link%% {{ list.name }}</p>' }
    expect(send({ html: '<p>%%First_name|you%%</p>', organization }).html).toBe(
      '<p>you</p><p>https://q.example/u/1 News</p>',
    )
  })

  test('each value is encoded for its place', () => {
    const values = { '1': `<b a="x">&'` }
    expect(html('<p title="{{ person.first_name }}">{{ person.first_name }}</p>', { values })).toBe(
      '<p title="&lt;b a=&quot;x&quot;&gt;&amp;&#39;">&lt;b a=&quot;x&quot;&gt;&amp;&#39;</p>',
    )
    expect(html('<a href="https://a.example/?n={{ person.first_name | url_encode }}">', { values })).toBe(
      '<a href="https://a.example/?n=%3Cb%20a%3D%22x%22%3E%26&#39;">',
    )
    expect(html('<a href="{{ person.first_name }}">', { values: { '1': 'javascript:alert(1)' } })).toBe(
      '<a href="javascript%3Aalert(1)">',
    )
    expect(html('<td title={{ person.first_name }}>', { values: { '1': 'a onload=b' } })).toBe(
      '<td title=a&#32;onload&#61;b>',
    )
    const subject = send({ subject: '{{ person.first_name }}' }, { values: { '1': 'a\r\nBcc: b' } }).subject
    expect(subject).toBe('a Bcc: b')
  })

  test('links of the server and counted links work', () => {
    const sent = send({
      html: '{% if person.first_name %}<a href="https://a.example/">a</a>{% endif %}<a href="https://b.example/?x=1&amp;y">b</a><a href="{{ links.unsubscribe }}">{{ links.web_version }}</a>',
    })
    expect(sent.links).toEqual(['https://a.example/', 'https://b.example/?x=1&y'])
    expect(sent.html).toBe(
      '<a href="https://q.example/c/1">b</a><a href="https://q.example/u/1">https://q.example/w/1</a>',
    )
  })

  test('a text part is made of the HTML', () => {
    const source =
      '<p>{% if person.points < 3 %}a{% else %}b{% endif %}</p><a href="{{ links.unsubscribe }}">Leave</a>'
    expect(send({ html: source }, { values: { '3': 2 } }).text).toContain('a')
    expect(send({ html: source }, { values: { '3': 4 } }).text).toBe('b\n\nLeave [https://q.example/u/1]')
  })

  test('quotes that an editor has written as entities are quotes', () => {
    expect(html('{{ person.first_name | default: &quot;friend&quot; }}')).toBe('friend')
  })
})

describe('what a template cannot do', () => {
  const refusal = (source: string, given: Given = {}) => {
    try {
      return String(html(source, given))
    } catch (error) {
      if (error instanceof AppError) return `refused: ${error.message}`
      throw error
    }
  }

  test('it does not run away', () => {
    for (const source of [
      '{% for a in (1..100000000) %}{% endfor %}',
      '{% for a in (1..1000) %}{% for b in (1..1000) %}{% endfor %}{% endfor %}',
      '{% assign x = "ab" %}{% for a in (1..100) %}{% assign x = x | append: x %}{% endfor %}',
      '{% for a in (1..100) %}{% capture x %}{{ x }}{{ x }}abc{% endcapture %}{% endfor %}{{ x }}',
      '{{ "x" | date: "%1000000000d" }}',
    ])
      expect(refusal(source)).toMatch(/^refused: In the HTML, /)
  })

  test('it does not read files, and sees nothing of the server', () => {
    for (const tag of ['include "package.json"', 'render "package.json"', 'layout "package.json"', 'block x'])
      expect(refusal(`{% ${tag} %}`)).toMatch(/tag "\w+" not found$/)
    for (const path of [
      'person.constructor',
      'person.__proto__',
      'data.constructor.name',
      'process.env',
      'now.toString',
    ])
      expect(refusal(`[{{ ${path} }}]`)).toBe('[]')
    expect(refusal('{{ person | json }}')).toMatch(/undefined filter: json$/)
    expect(refusal('{{ person.first_name | raw }}')).toMatch(/undefined filter: raw$/)
    expect(Object.keys(engine.tags).toSorted()).toEqual([
      '#',
      'assign',
      'break',
      'capture',
      'case',
      'comment',
      'continue',
      'for',
      'if',
      'raw',
      'unless',
    ])
  })

  test('it cannot put a value where the markup would read it', () => {
    for (const source of [
      '<{{ list.name }}>',
      '<p {{ list.name }}>',
      '<p a{{ list.name }}="x">',
      '<!-- -{{ list.name }}-> -->',
    ])
      expect(refusal(source)).toMatch(/stands in the markup of a tag/)
  })

  test('its branches end in the same place', () => {
    for (const source of [
      '{% if list.name %}<a href="{% endif %}{{ list.name }}">',
      '{% for a in (1..2) %}<a title="{% endfor %}',
      '{% for a in (1..2) %}{% if a %}<a title="{% break %}{% endif %}{% endfor %}',
      '{% case list.name %}{% when "a" %}<!--{% else %}{% endcase %}{{ list.name }}',
    ])
      expect(refusal(source)).toMatch(/end in different places of the markup/)
    expect(refusal('{% if list.name %}<b>{% endif %}x{% if list.name %}</b>{% endif %}')).toBe('<b>x</b>')
  })

  test('mistakes are sentences', () => {
    expect(refusal('a\n{% if list %}')).toBe('refused: In the HTML, line 2: tag {% if list %} not closed')
  })
})
