import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.UUID;
import notes.ApiClient;
import notes.ApiException;
import notes.api.AccountsApi;
import notes.api.NotesApi;
import notes.model.NewAccount;
import notes.model.NoteInput;

/** Signs up, adds a note, lists the titles of all notes, and reads a note that does not exist. */
public class UseNotes {
  private static final UUID NO_NOTE = UUID.fromString("00000000-0000-4000-8000-000000000000");

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    URI server = URI.create(args[0]);
    client.setScheme(server.getScheme()).setHost(server.getHost()).setPort(server.getPort());
    // The cookie of the session, which a browser would keep by itself.
    client.setHttpClientBuilder(HttpClient.newBuilder().cookieHandler(new CookieManager()));
    NewAccount account = new NewAccount().name(args[1]).password("correct horse battery");
    String token = new AccountsApi(client).signUp(account).getCsrfToken();
    client.setRequestInterceptor((request) -> request.header("X-CSRF-Token", token));

    NotesApi notes = new NotesApi(client);
    notes.addNote(new NoteInput().title("Buy tea").body(""));
    notes.listNotes(5, null).getNotes().forEach((note) -> System.out.println(note.getTitle()));
    try {
      notes.getNote(NO_NOTE);
    } catch (ApiException problem) {
      String title = client.getObjectMapper().readTree(problem.getResponseBody()).get("title").asText();
      System.out.println(problem.getCode() + " " + title);
    }
  }
}
