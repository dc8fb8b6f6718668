/** Whatever no other route answers: programs call here, and read no page. */
function answer(): Response {
  return Response.json({ error: 'not found' }, { status: 404, headers: { 'cache-control': 'no-store' } });
}

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT };
