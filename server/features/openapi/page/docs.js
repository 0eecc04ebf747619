// Sends the forms of the page with the reader's credential. No libraries, no other origin.
const token = document.getElementById('token');
const words = document.body.dataset;
try {
  const signedIn = localStorage.getItem(words.base ? `${words.base}:token` : 'token');
  if (signedIn) token.value = `Token ${signedIn.replace(/^"|"$/g, '')}`;
} catch {
  // The browser may deny storage to this page: the field stays empty.
}

if (location.hash) open(location.hash);
addEventListener('hashchange', () => open(location.hash));
function open(hash) {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const output = form.querySelector('output');
  output.textContent = words.sending;
  try {
    const response = await fetch(addressOf(form), requestOf(form));
    output.replaceChildren(line(`${response.status} ${response.statusText}`), block(await textOf(response)));
  } catch {
    output.textContent = words.failed;
  }
});

function addressOf(form) {
  let path = words.base + form.dataset.path;
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll('input[data-in]')) {
    const value = input.value.trim();
    if (input.dataset.in === 'path') path = path.replace(`{${input.name}}`, encodeURIComponent(value));
    else if (value) query.set(input.name, value);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

function requestOf(form) {
  const headers = { 'Accept-Language': document.documentElement.lang };
  if (token.value.trim()) headers.Authorization = token.value.trim();
  const { method } = form.dataset;
  const text = form.querySelector('textarea')?.value.trim() ?? '';
  const file = form.querySelector('input[type=file]');
  if (file) return { method, headers, body: multipart(file, text) };
  if (method === 'GET' || !text) return { method, headers };
  return { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: text };
}

function multipart(file, text) {
  const body = new FormData();
  for (const [name, value] of Object.entries(text ? JSON.parse(text) : {}))
    if (value !== null) body.append(name, String(value));
  if (file.files[0]) body.append(file.name, file.files[0]);
  return body;
}

async function textOf(response) {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) return beginningOf(response);
  if (type.startsWith('application/json'))
    return JSON.stringify(await response.json(), null, 2).slice(0, 200_000);
  if (type.startsWith('text/')) return (await response.text()).slice(0, 200_000);
  return `${type} ${(await response.arrayBuffer()).byteLength}`;
}

async function beginningOf(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const stop = setTimeout(() => reader.cancel(), 5000);
  let text = `${words.stream}\n\n`;
  for (let part = await reader.read(); !part.done && text.length < 20_000; part = await reader.read())
    text += part.value;
  clearTimeout(stop);
  await reader.cancel();
  return text;
}

function line(text) {
  const element = document.createElement('p');
  element.append(Object.assign(document.createElement('b'), { textContent: text }));
  return element;
}

function block(text) {
  return Object.assign(document.createElement('pre'), { textContent: text, tabIndex: 0 });
}
